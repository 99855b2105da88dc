//! Section 27, step 4: landing craft and DD tanks.
