/** A line of a log as it is stored begins with its time. */
import { lineTime } from '../../../contract/words.ts';

export const timeOf = (text: string): string => lineTime.exec(text)?.[0].slice(1, 9) ?? '';
export const withoutTime = (text: string): string => text.replace(lineTime, '');
