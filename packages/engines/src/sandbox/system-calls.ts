import { arch, constants } from 'node:os';

/** A filter in the language of the kernel (classic BPF): code, instructions to skip if yes and if no, operand. */
type Instruction = readonly [code: number, yes: number, no: number, operand: number];

/** What the kernel calls the processors that we know numbers for, and which of a pair of numbers is theirs. */
const processors = { x64: [0xc000003e, 0], arm64: [0xc00000b7, 1] } as const;

/** Numbers on x86_64 and on aarch64; new system calls have the same on both. */
type Numbers = readonly [x64: number, arm64?: number];
const same = (number: number): Numbers => [number, number];

/** What no engine and no library of an engine needs, and faults of the kernel were in. Each is refused with EPERM. */
const refused: Readonly<Record<string, Numbers>> = {
  // memory and files of other processes
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: same(440),
  process_mrelease: same(448),
  pidfd_getfd: same(438),
  kcmp: [312, 272],
  // keys of the kernel
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // programs in the kernel, its counters, its log, faults of pages, rings of requests
  bpf: [321, 280],
  perf_event_open: [298, 241],
  syslog: [103, 116],
  lookup_dcookie: [212, 18],
  userfaultfd: [323, 282],
  io_uring_setup: same(425),
  io_uring_enter: same(426),
  io_uring_register: same(427),
  memfd_secret: same(447),
  modify_ldt: [154],
  // mounts and roots
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: same(428),
  move_mount: same(429),
  fsopen: same(430),
  fsconfig: same(431),
  fsmount: same(432),
  fspick: same(433),
  mount_setattr: same(442),
  statmount: same(457),
  listmount: same(458),
  // namespaces
  setns: [308, 268],
  unshare: [272, 97],
  // files without a path, and all changes of a file system
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
  fanotify_mark: [301, 263],
  // memory of other processes by its address
  move_pages: [279, 239],
  migrate_pages: [256, 238],
  mbind: [237, 235],
  set_mempolicy: [238, 237],
  set_mempolicy_home_node: same(450),
  // the machine
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  quotactl: [179, 60],
  quotactl_fd: same(443),
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  acct: [163, 89],
  nfsservctl: [180, 42],
  vhangup: [153, 58],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  adjtimex: [159, 171],
  clock_adjtime: [305, 266],
  iopl: [172],
  ioperm: [173],
  uselib: [134],
  ustat: [136],
  sysfs: [139],
  _sysctl: [156],
};

/** The first number that we do not know: of a newer kernel, or of x32, whose numbers begin at 2^30. */
const firstUnknown = 463;

/** Flags of `clone` that make namespaces. */
const namespaces = 0x7e02_0000;
/** `TIOCSTI` and `TIOCLINUX` of `ioctl`: they type on a terminal. */
const typing = [0x5412, 0x541c];
/** Unix, IPv4 and IPv6. */
const families = [1, 2, 10];
/** Of `personality`: the plain one of Linux, and the question which it is. */
const personalities = [0, 0xffff_ffff];

const { EPERM, ENOSYS, EAFNOSUPPORT } = constants.errno;

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const allow: Instruction = [0x06, 0, 0, 0x7fff_0000];
const refuse = (errno: number): Instruction => [0x06, 0, 0, 0x0005_0000 | errno];
/** The low half of an argument: the kernel reads no more of the arguments that are checked. */
const argument = (index: number): Instruction => load(16 + 8 * index);

/** Instructions that decide about one system call. */
const allowedIf = (number: number, ...body: readonly Instruction[]): readonly Instruction[] => [
  [0x15, 0, body.length, number],
  ...body,
];

/** Lets some values of the loaded argument pass, or all but some. */
const passing = (values: readonly number[], errno: number): readonly Instruction[] => [
  ...values.flatMap((value): readonly Instruction[] => [[0x15, 0, 1, value], allow]),
  refuse(errno),
];
const stopping = (values: readonly number[], errno: number): readonly Instruction[] => [
  ...values.flatMap((value): readonly Instruction[] => [[0x15, 0, 1, value], refuse(errno)]),
  allow,
];

/**
 * The filter of system calls for processes in a sandbox, as bubblewrap takes it: all is allowed but what no engine needs.
 * Libraries go on without what is refused: nothing is killed. Undefined for processors whose numbers we do not know.
 */
export function systemCallFilter(processor: string = arch()): Buffer | undefined {
  if (processor !== 'x64' && processor !== 'arm64') return undefined;
  const [x, architecture] = processors[processor];
  const [clone, ioctl, personality, socket, socketpair] = (
    [
      [56, 220],
      [16, 29],
      [135, 92],
      [41, 198],
      [53, 199],
    ] as const
  ).map((pair) => pair[architecture]) as [number, number, number, number, number];
  const program: readonly Instruction[] = [
    load(4),
    // programs of other processors (32 bits) are not there
    [0x15, 1, 0, x],
    refuse(ENOSYS),
    load(0),
    [0x35, 0, 1, firstUnknown],
    refuse(ENOSYS),
    // its flags lie in memory, which a filter cannot read: libraries take clone if it is not there
    ...allowedIf(435, refuse(ENOSYS)),
    ...Object.values(refused).flatMap((numbers) => {
      const number = numbers[architecture];
      return number === undefined ? [] : allowedIf(number, refuse(EPERM));
    }),
    ...allowedIf(clone, argument(0), [0x45, 0, 1, namespaces], refuse(EPERM), allow),
    ...allowedIf(ioctl, argument(1), ...stopping(typing, EPERM)),
    ...allowedIf(personality, argument(0), ...passing(personalities, EPERM)),
    ...[socket, socketpair].flatMap((number) => allowedIf(number, argument(0), ...passing(families, EAFNOSUPPORT))),
    allow,
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [i, [code, yes, no, operand]] of program.entries()) {
    bytes.writeUInt16LE(code, i * 8);
    bytes.writeUInt8(yes, i * 8 + 2);
    bytes.writeUInt8(no, i * 8 + 3);
    bytes.writeUInt32LE(operand, i * 8 + 4);
  }
  return bytes;
}
