export interface LoggedRequest {
  method: string
  path: string
  query: Record<string, string>
  form: Record<string, string>
  files: { field: string; name: string; type: string; bytes: number }[]
  headers: Record<string, string>
  time: Date
  /** True if the client left a stream before its end. */
  hungUp?: boolean
}
