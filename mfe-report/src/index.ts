/** Runs this remote alone. What it shares is loaded before anything uses it, hence the second file. */
void import('./bootstrap.tsx');
