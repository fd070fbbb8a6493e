import * as v from 'valibot'

import type { Usage } from '#api/networks/core/feed.ts'
import { parseGraphJson } from './json.ts'

const Counters = v.object({
  call_count: v.optional(v.number(), 0),
  total_cputime: v.optional(v.number(), 0),
  total_time: v.optional(v.number(), 0),
  estimated_time_to_regain_access: v.optional(v.number(), 0),
})
const ByUseCase = v.record(v.string(), v.array(Counters))

const HEADERS = ['x-app-usage', 'x-page-usage', 'x-business-use-case-usage']

export function readUsage(headers: Headers): Usage {
  const counters = HEADERS.flatMap(name => readCounters(headers.get(name)))
  return {
    percent: Math.max(0, ...counters.flatMap(each => [each.call_count, each.total_cputime, each.total_time])),
    regainMinutes: Math.max(0, ...counters.map(each => each.estimated_time_to_regain_access)),
  }
}

function readCounters(header: string | null): v.InferOutput<typeof Counters>[] {
  if (!header) return []
  try {
    const json = parseGraphJson(header)
    const byUseCase = v.safeParse(ByUseCase, json)
    if (byUseCase.success) return Object.values(byUseCase.output).flat()
    const plain = v.safeParse(Counters, json)
    return plain.success ? [plain.output] : []
  } catch {
    return []
  }
}
