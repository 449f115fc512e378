//! The engine as agent tools, resources and prompts, over stdio and loopback HTTP.
