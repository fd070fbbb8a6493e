import { afterAll } from 'bun:test'

import { endAll } from './at-end.ts'

process.env.TZ = 'UTC'

afterAll(endAll)
