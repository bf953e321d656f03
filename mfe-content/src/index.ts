/** Standalone entry. Shared modules must be loaded before anything uses them, hence the dynamic import. */
void import('./bootstrap.tsx');
