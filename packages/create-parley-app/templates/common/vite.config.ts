import { defineConfig, loadEnv } from 'vite';

// The page calls /v1 on its own address. Vite hands these calls on to Parley and adds the key there, so that it never comes into the page.
// In production your own server does the same: hand on the calls that the page makes, for users whom you know.
export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, '.', 'PARLEY_');
  const proxy = {
    '^/v1/(answer|deep-research|files)(/|\\?|$)': {
      target: env.PARLEY_BASE_URL || 'http://127.0.0.1:8484',
      headers: { authorization: `Bearer ${env.PARLEY_API_KEY ?? ''}` },
    },
  };
  return { server: { proxy }, preview: { proxy } };
});
