import type { NetworkCodes } from '#api/networks/core/codes.ts'
import { isContentCode, metaCodes } from '#api/networks/meta/failures.ts'
import { VIDEO_ERROR } from './video.ts'

export const facebookCodes: NetworkCodes = {
  ...metaCodes,
  content: code => code === VIDEO_ERROR || isContentCode(code),
}
