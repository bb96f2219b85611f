/** What of a log's text is no text. */
import { turningMarks } from '../../../../kit/turning-marks.ts';

const marks = new RegExp(`[${turningMarks}]`, 'g');
const terminalCodes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** Colours and other terminal codes say nothing in a window, and control characters could do harm in a terminal. */
export const withoutCodes = (text: string): string =>
  text
    .replaceAll(terminalCodes, '')
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .replaceAll(marks, '\ufffd');
