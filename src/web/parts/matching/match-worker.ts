import { matchLines, type Question } from './match.ts';

self.addEventListener('message', (event: MessageEvent<Question>) => self.postMessage(matchLines(event.data)));
self.postMessage('ready');
