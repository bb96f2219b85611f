/** Desktop notifications: asked for once, on a click, and only shown while nobody looks at the window. */
import { navigate } from 'wouter/use-browser-location';
import { address, basePath } from '../../wire/base.ts';

type NotifyState = NotificationPermission | 'unsupported';

export const notifyState = (): NotifyState =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;

export const askToNotify = async (): Promise<NotifyState> =>
  notifyState() === 'default' ? Notification.requestPermission() : notifyState();

export function notify(title: string, body: string, path: string): void {
  if (notifyState() !== 'granted' || document.visibilityState === 'visible') return;
  try {
    // The same path replaces its own older notification instead of piling up.
    const shown = new Notification(title, { body, tag: path, icon: address('icon-192.png') });
    shown.onclick = () => {
      window.focus();
      navigate(basePath + path);
      shown.close();
    };
  } catch {
    // Browsers of phones grant it, and then refuse one that a page makes itself; the window tells the same.
  }
}
