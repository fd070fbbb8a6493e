import { refreshTokens } from '#api/accounts/refresh.ts'
import type { Job } from './job.ts'

export const refreshTokensJob: Job = { name: 'refresh-tokens', schedule: '0 23 * * * *', run: refreshTokens }
