/** Exit codes, as `inspector --help` tells them. `run` ends with the command's own status. */
export const exitCodes = {
  ok: 0,
  /** The work was done and the answer is no: doctor found a fault, something failed. */
  failed: 1,
  /** The command line was used wrongly. */
  usage: 64,
  /** Refused by the service, or the service could not be reached. */
  refused: 69,
  /** Ctrl-C or Ctrl-D at a question, Ctrl-C of a scan: what a shell tells of a program that SIGINT ended. */
  givenUp: 130,
  /** Nobody reads the output any more: what a shell tells of a program that SIGPIPE ended. */
  brokenPipe: 141,
} as const;
