import { GraphError } from '../graph/graph-error.ts'

/** Builds an error of a publishing call. The subcode identifies the problem, and the user's title and message explain it. */
export const mediaError = (code: number, subcode: number, title: string, message: string): GraphError =>
  new GraphError({ code, subcode, message, title, userMessage: message })
