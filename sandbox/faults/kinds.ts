/** Every operation accepts these. */
export const GENERAL_KINDS = [
  'drop-before',
  'drop-after',
  'delay-before',
  'delay-after',
  'silence-before',
  'silence-after',
  'late',
  'commit-then-500',
  'error',
  'usage',
  'bad-json',
] as const

export const FAULT_KINDS = [
  ...GENERAL_KINDS,
  'stuck',
  'container-error',
  'container-expired',
  'video-error',
  'quota',
  'flat',
  'too-much-data',
  'rejected',
  'slow',
  'stream-error',
  'stream-cut',
  'content-filter',
  'flagged',
  'page-error',
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]
