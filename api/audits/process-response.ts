import * as v from 'valibot'

import { AUDIT_FAILURES, AuditError } from './audit.ts'

const Failure = v.object({
  failure: v.object({ kind: v.picklist(AUDIT_FAILURES), message: v.string() }),
})
type Response<Result> = { result: Result } | v.InferOutput<typeof Failure>

/**
 * Prints the result of an audit's own process for `parseResponse`, and ends the process. Logs an unexpected error, and prints a
 * transient failure with this message.
 */
export async function printResponse<Result>(work: Promise<Result>, message: string): Promise<never> {
  const response = await work.then(
    (result): Response<Result> => ({ result }),
    (error: unknown) => {
      if (error instanceof AuditError) return { failure: { kind: error.kind, message: error.message } }
      console.error(error)
      return { failure: { kind: 'transient' as const, message } }
    },
  )
  await Bun.write(Bun.stdout, JSON.stringify(response))
  return process.exit(0)
}

/**
 * Parses what an audit's own process printed.
 * @throws {AuditError} the failure of the process; `transient` with this message if it printed no response
 */
export function parseResponse<Result>(
  printed: string,
  schema: v.GenericSchema<unknown, Result>,
  message: string,
): Result {
  const Printed = v.union([v.object({ result: schema }), Failure])
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Printed), printed)
  if (!parsed.success) throw new AuditError('transient', message)
  if ('failure' in parsed.output)
    throw new AuditError(parsed.output.failure.kind, parsed.output.failure.message)
  return parsed.output.result
}
