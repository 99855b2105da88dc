//! Questions, sentences, views.
