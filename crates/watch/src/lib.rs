//! List a folder by its rules; report settled changes, or Rescan.
