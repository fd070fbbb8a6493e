/** MP4 and MOV open with a `ftyp` box; QuickTime files of old may open with `moov` or `mdat`. */
export function isMp4(head: Buffer): boolean {
  return head.subarray(4, 8).toString('latin1') === 'ftyp'
}

/** The containers a Page takes: MP4/MOV, Matroska/WebM, AVI. */
export function isVideo(head: Buffer): boolean {
  const box = head.subarray(4, 8).toString('latin1')
  const isAvi = head.subarray(0, 4).toString('latin1') === 'RIFF' && head.subarray(8, 11).toString() === 'AVI'
  return ['ftyp', 'moov', 'mdat'].includes(box) || head.toString('hex').startsWith('1a45dfa3') || isAvi
}
