import './styles/layers.css';
import './styles/mantine-parts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/sidebar.css';
import './styles/parts.css';
import './styles/marks.css';
import './styles/mantine.css';
import './styles/table.css';
import './styles/forced-colors.css';
import './styles/print.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
