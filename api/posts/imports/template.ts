import { streamSpreadsheet } from '#api/runtime/spreadsheet.ts'
import { IMPORT_FIELD_NAMES, type ImportField, TEMPLATE_FIELDS } from '#shared/posts/imports.ts'
import type { SpreadsheetFormat } from '#shared/posts/posts.ts'

const EXAMPLES: Partial<Record<ImportField, string>>[] = [
  {
    id: 'spring-1',
    networks: 'Facebook, Instagram',
    text: 'Spring specials are here. Book a check-up before the summer rush.',
    date: '2030-09-02',
    time: '09:30',
    pictures: 'https://www.example.com/pictures/spring.jpg',
    altTexts: 'A plumber checks a tap',
    firstComment: '#plumbing #spring',
    labels: 'Spring, Offers',
  },
  {
    id: 'spring-2',
    networks: 'all',
    text: 'Three signs that your hot water system wants attention.',
    googleText: 'Three signs that your hot water system wants attention. Book online.',
    date: '2030-09-05',
    time: '12:00',
    pictures: 'https://www.example.com/pictures/tank.jpg',
  },
]

/** Returns the template, a spreadsheet with two example rows. */
export function importTemplate(format: SpreadsheetFormat): ReadableStream<Uint8Array> {
  const rows = [
    TEMPLATE_FIELDS.map(field => IMPORT_FIELD_NAMES[field]),
    ...EXAMPLES.map(example => TEMPLATE_FIELDS.map(field => example[field] ?? '')),
  ]
  return streamSpreadsheet(format, {
    rows,
    columns: TEMPLATE_FIELDS.length,
    modified: new Date('2026-11-22T00:00:00Z'),
  })
}
