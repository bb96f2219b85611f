import { texts } from '../../texts.ts';

/** The first that fits: nearly every browser also calls itself Chrome, Safari or both. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\b(?:Headless)?Chrome\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+).* Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** What a browser says of itself, in three words; what is not understood stays as it was said. */
export function clientName(client: string | null): string | null {
  if (client === null) return null;
  const browser = browsers.flatMap(([pattern, name]) => {
    const version = pattern.exec(client)?.[1];
    return version ? `${name} ${version}` : [];
  })[0];
  const system = systems.find(([pattern]) => pattern.test(client))?.[1];
  return browser && system ? texts.admin.sessions.browserOn(browser, system) : (browser ?? client);
}
