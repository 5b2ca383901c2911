/// The six real CLIs, run offline against a scripted model.
package dev.parley.testing.real;
