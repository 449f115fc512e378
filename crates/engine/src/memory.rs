//! Giving memory back: a run uses tens of megabytes for a second, the resident rests for days.
//! glibc keeps freed memory per thread unless it is asked; other allocators give it back.

/// Free memory at the end of a thread's heap past which it goes back to the system, in bytes.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEPT: i32 = 2 * 1024 * 1024;
/// Heaps that all threads share.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const HEAPS: i32 = 1;

/// Tells the allocator of a process that keeps to hold on to little: by itself glibc raises
/// these bounds to tens of megabytes once large pieces were freed, and then `malloc_trim`
/// leaves the ends of the threads' heaps alone.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub(crate) fn hold_little() {
    // SAFETY: `mallopt` takes plain numbers and locks the allocator while it sets them
    // (mallopt(3)); a refused value changes nothing.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, HEAPS);
        libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT);
        libc::mallopt(libc::M_TOP_PAD, KEPT / 2);
        libc::mallopt(libc::M_MMAP_THRESHOLD, KEPT);
    }
}

/// Nothing to tell here.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn hold_little() {}

/// Asks the allocator to return what is free to the system.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub(crate) fn give_back() {
    // SAFETY: `malloc_trim` takes no pointer, may be called from any thread at any time, and
    // touches only memory that nobody owns (malloc_trim(3)).
    unsafe { libc::malloc_trim(0) };
}

/// Nothing to ask for here.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn give_back() {}
