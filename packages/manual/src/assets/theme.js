// Runs before the page is drawn, so that a chosen theme does not flash. Nothing else is kept in the browser.
try {
  const theme = localStorage.getItem('parley-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}
