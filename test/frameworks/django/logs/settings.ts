/** What a reading of logs is told of the project's settings. */
import type { LogSettings } from '../../../../src/frameworks/django/logs/log-settings.ts';

export const utc: LogSettings = { timeZone: 'UTC', formats: [] };
/** That of this machine. */
export const ownZone: LogSettings = { timeZone: null, formats: [] };
