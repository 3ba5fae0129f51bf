import { createRoot } from 'react-dom/client';
import { App, prepare } from './app/app.tsx';
import { applyLanguage } from './lib/language.ts';
import { applyTheme } from './lib/theme.ts';
import './styles.css';

applyTheme();
applyLanguage();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App {...(await prepare())} />);
