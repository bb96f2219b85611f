// What cannot wait for the window itself.

// The colour scheme before the first paint, so that a dark window never flashes white.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice = 'auto';
    try {
      choice = localStorage.getItem('inspector-colour-scheme') || 'auto';
    } catch {
      // Storage may be refused; the system's scheme is a good answer then.
    }
    const dark = choice === 'dark' || (choice !== 'light' && system.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  };
  apply();
  // The window goes on by itself; pages beside it (the guide, the API) have nothing else that follows.
  const follow = () => document.getElementById('root') || apply();
  system.addEventListener('change', follow);
  addEventListener('storage', follow);
})();

// A window whose script does not come would be an empty page: a service that is updated while it runs no longer has the files it names.
addEventListener(
  'error',
  ({ target }) => {
    const root = document.getElementById('root');
    if (!(target instanceof HTMLScriptElement) || !root || root.childElementCount > 0) return;
    const page = document.createElement('main');
    page.style.cssText = 'max-width: 34rem; margin: 18vh auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif';
    const title = document.createElement('h1');
    title.textContent = 'The window could not be loaded';
    title.style.fontSize = '1.25rem';
    const body = document.createElement('p');
    body.textContent =
      'The service does not have its files. It was probably updated while it was running: stop it, start it again with the command inspector, and load this page again.';
    page.append(title, body);
    root.append(page);
  },
  true,
);
