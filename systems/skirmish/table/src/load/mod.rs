//! Its modules: files to data.
