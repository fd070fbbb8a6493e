/** Layouts of a spreadsheet that are recognised by their columns. `free` has columns that the person matches. */
export const IMPORT_FORMATS = ['template', 'buffer', 'hootsuite', 'free'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** `checked` is the state after a dry run; `running` until each row is a post or has failed. */
export const IMPORT_STATES = ['mapping', 'checked', 'running', 'done'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** `known` rows became a post in an earlier import, or repeat another row of their file. */
export const IMPORT_ROW_STATES = ['unchecked', 'ready', 'error', 'known', 'created', 'failed'] as const
export type ImportRowState = (typeof IMPORT_ROW_STATES)[number]
