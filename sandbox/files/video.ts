/** MP4 and MOV begin with an `ftyp` box. Old QuickTime files may begin with `moov` or `mdat`. */
export function isMp4(head: Buffer): boolean {
  return head.subarray(4, 8).toString('latin1') === 'ftyp'
}

/** Detects the containers that a Page accepts: MP4/MOV, Matroska/WebM, AVI. */
export function isVideo(head: Buffer): boolean {
  const box = head.subarray(4, 8).toString('latin1')
  const isAvi = head.subarray(0, 4).toString('latin1') === 'RIFF' && head.subarray(8, 11).toString() === 'AVI'
  return ['ftyp', 'moov', 'mdat'].includes(box) || head.toString('hex').startsWith('1a45dfa3') || isAvi
}
