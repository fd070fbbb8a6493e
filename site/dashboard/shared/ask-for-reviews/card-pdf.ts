export type Card = {
  title: string
  /** Size of the page in millimetres. */
  width: number
  height: number
  /** Covers the page. Its size is in pixels. */
  picture: { width: number; height: number; jpeg: Uint8Array<ArrayBuffer> }
}

const POINTS_PER_MM = 72 / 25.4
const points = (mm: number) => (mm * POINTS_PER_MM).toFixed(3)

const encoder = new TextEncoder()

/** Writes a PDF of one page: a picture. */
export function cardPdf({ title, width, height, picture }: Card): Promise<Uint8Array<ArrayBuffer>> {
  const content = encoder.encode(`q ${points(width)} 0 0 ${points(height)} 0 0 cm /Card Do Q`)
  return joinObjects([
    ['<< /Type /Catalog /Pages 2 0 R /Lang (en) /ViewerPreferences << /DisplayDocTitle true >> >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points(width)} ${points(height)}] /Resources << /XObject << /Card 5 0 R >> >> /Contents 4 0 R >>`,
    ],
    [`<< /Length ${content.length} >>`, content],
    [
      `<< /Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${picture.jpeg.length} >>`,
      picture.jpeg,
    ],
    [`<< /Title <${utf16(title)}> >>`],
  ])
}

/** Returns a text as PDF writes it: hexadecimal UTF-16 after its byte-order mark. */
const utf16 = (text: string) =>
  `FEFF${Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')}`

/** Joins numbered objects, each a dictionary and perhaps a stream, and appends the table of their offsets. */
async function joinObjects(objects: [dictionary: string, stream?: Uint8Array<ArrayBuffer>][]) {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const add = (part: string | Uint8Array<ArrayBuffer>) => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part
    parts.push(bytes)
    length += bytes.length
  }
  // Bytes above 127 in the second line tell other programs that the file isn't text.
  add('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n')
  const begins = objects.map(([dictionary, stream], index) => {
    const begin = length
    add(`${index + 1} 0 obj\n${dictionary}\n`)
    if (stream) {
      add('stream\n')
      add(stream)
      add('\nendstream\n')
    }
    add('endobj\n')
    return begin
  })
  const table = length
  const entries = begins.map(begin => `${String(begin).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  add(`xref\n0 ${size}\n0000000000 65535 f \n${entries}`)
  add(`trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
