// Sets the colour scheme before the first paint, so that a dark window never flashes white.
(() => {
  let choice = 'auto';
  try {
    choice = localStorage.getItem('inspector-colour-scheme') || 'auto';
  } catch {
    // Storage may be refused; the system's scheme is a good answer then.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
