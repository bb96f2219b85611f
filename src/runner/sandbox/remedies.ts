/** What a machine says when it refuses a sandbox → why, and what to do about it, in words. */

type Remedy = { reason: string | null; remedy: string | null };

const install =
  'Install it: apt install bubblewrap (Debian, Ubuntu), dnf install bubblewrap (Fedora), pacman -S bubblewrap (Arch).';
const rules: { when: RegExp; tell: Remedy }[] = [
  { when: /missing: bwrap/, tell: { reason: 'bubblewrap (bwrap) is not installed.', remedy: install } },
  {
    when: /missing: (unshare|setpriv|mount|mkdir|sh)/,
    tell: { reason: 'A program of util-linux is not installed.', remedy: 'Install the package util-linux.' },
  },
  {
    // Ubuntu 23.10 and later: AppArmor takes the rights from user namespaces of programs without a profile.
    when: /setting up uid map: Permission denied|write failed \/proc\/self\/uid_map|RTM_NEWADDR|uid_map: Operation not permitted/i,
    tell: {
      reason: 'AppArmor forbids programs without a profile to use user namespaces (Ubuntu 23.10 and later).',
      remedy:
        'Load the profile that comes with AppArmor: sudo ln -s /usr/share/apparmor/extra-profiles/bwrap-userns-restrict ' +
        '/etc/apparmor.d/ && sudo apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict. It covers bwrap, so runs use the read-only ' +
        'profile; for copy-on-write also set sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0.',
    },
  },
  {
    when: /Creating new namespace failed|unshare failed|No permissions to creat|No space left on device|clone.{0,200}(EPERM|not permitted)|user namespaces? (?:are|is) (?:not|disabled)/i,
    tell: {
      reason: 'This machine does not let programs make user namespaces.',
      remedy:
        'Allow them: sudo sysctl kernel.unprivileged_userns_clone=1 user.max_user_namespaces=15000. In a container start it with ' +
        '--security-opt seccomp=unconfined --security-opt apparmor=unconfined, or run the service outside of it.',
    },
  },
  {
    when: /(can't|cannot) mount proc|mount.{0,200}proc.{0,200}(not permitted|denied)/i,
    tell: {
      reason: 'This container hides parts of /proc, so that a sandbox cannot have one of its own.',
      remedy: 'Start the container with --security-opt systempaths=unconfined, or run the service outside of it.',
    },
  },
  {
    // The folder of a user that nobody else may enter, under a service that root has started.
    when: /Can't find source path .{0,4096}: Permission denied/,
    tell: {
      reason: 'A run may not enter a folder of the project: it has none of the rights of root.',
      remedy: 'Start the service as the user whose project it is.',
    },
  },
  {
    when: /overlay|mount/i,
    tell: {
      reason: 'The kernel refuses an overlay inside a user namespace (Linux 5.11 or later allows it).',
      remedy: 'Use a newer kernel to have commands write into a layer that is thrown away.',
    },
  },
];

/** The first line the tool said, when no rule knows it. */
export const explainRefusal = (said: string | null): Remedy => {
  if (said === null) return { reason: null, remedy: null };
  const known = rules.find((rule) => rule.when.test(said));
  if (known) return known.tell;
  return {
    reason: `The sandbox could not be built: ${said.split('\n')[0]}`,
    // Not to do without one: it may be a project that brings this about, and hopes for just that.
    remedy: 'See the guide, page "The sandbox", for what it needs; inspector doctor says what this machine allows.',
  };
};
