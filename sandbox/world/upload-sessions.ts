import type { FileWriter, StoredFile } from '../files/file-store.ts'

/** A file on its way by the Resumable Upload API. */
export interface UploadSession {
  /** With its prefix, `upload:`. */
  id: string
  personId: string
  fileLength: number
  writer: FileWriter
  /** Once it is whole: what publishes it, and the file until it is published. */
  handle: string | null
  file: StoredFile | null
}
