/** Who can reach a service by where it listens, in words. */
import { isIPv4 } from 'node:net';

const isThisMachine = (host: string): boolean =>
  ['localhost', '::1'].includes(host) || (isIPv4(host) && host.startsWith('127.'));

export const isEverywhere = (host: string): boolean => ['0.0.0.0', '::'].includes(host);

type Reach = { found: string; advice: string };

/** Undefined where it is reached from this machine alone; a name counts as another address, whatever it may lead to. */
export const reachOf = (host: string, publicUrl: string | null): Reach | undefined => {
  if (isThisMachine(host)) return undefined;
  const where = isEverywhere(host) ? `all interfaces (--host ${host})` : `${host} (--host)`;
  // Its own names are those of this machine; any other has to be told to it.
  const isUnnamed = isEverywhere(host) && publicUrl === null;
  const naming = isUnnamed ? ' It answers others only at the address that --public-url names.' : '';
  return {
    found: `listens on ${where} in plain HTTP: everyone in the network can reach it and read along`,
    advice: `Leave --host out; others reach it safely by an https proxy on this machine, named by --public-url.${naming}`,
  };
};
