import { brand } from '#shared/brand.ts'

/** Content of a mail, to be rendered as text and as HTML. */
export type Letter = {
  to: string
  replyTo?: string
  subject: string
  title: string
  tone?: 'plain' | 'good' | 'wrong'
  /** The business, above the title. */
  about?: string
  paragraphs: string[]
  /** The author's text, shown as a quotation. */
  quote?: string
  /** Shown in large digits. */
  code?: string
  action?: { label: string; url: string }
  /** A less prominent last paragraph. */
  aside?: string
  /** URL at which mail of this kind is turned off without signing in. */
  unsubscribe?: string
}

/** The theme's colours (site/styles/theme.css) in sRGB, as mail programs don't support OKLCH. */
const COLOURS = {
  paper: '#faf8f4',
  raised: '#ffffff',
  line: '#e0ded7',
  ink: '#12161d',
  soft: '#50565e',
  iris: '#f4ce23',
  good: '#2b795c',
  wrong: '#b6322b',
}
const BARS = { plain: COLOURS.iris, good: COLOURS.good, wrong: COLOURS.wrong }
const FONT = "font-family: Figtree, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"

const UNSUBSCRIBE = 'Turn off emails like this'
const signature = [brand.siteName, brand.company, brand.abn && `ABN ${brand.abn}`, brand.phone, brand.address]
  .filter(Boolean)
  .join(' · ')

export const asText = ({ title, about, paragraphs, quote, code, action, aside, unsubscribe }: Letter) =>
  [
    ...(about ? [about] : []),
    title,
    ...paragraphs,
    ...(quote ? [quote.replace(/^/gm, '> ')] : []),
    ...(code ? [code] : []),
    ...(action ? [`${action.label}: ${action.url}`] : []),
    ...(aside ? [aside] : []),
    `-- \n${signature}`,
    ...(unsubscribe ? [`${UNSUBSCRIBE}: ${unsubscribe}`] : []),
  ].join('\n\n')

export function asHtml(letter: Letter): string {
  const { title, about, tone = 'plain', paragraphs, quote, code, action, aside, unsubscribe } = letter
  const body = [
    about &&
      `<p style="margin: 0 0 4px; font-size: 14px; color: ${COLOURS.soft}">${Bun.escapeHTML(about)}</p>`,
    `<h1 style="margin: 0 0 16px; font-size: 24px; line-height: 1.25; letter-spacing: -0.01em">${Bun.escapeHTML(title)}</h1>`,
    ...paragraphs.map(
      text => `<p style="margin: 0 0 16px">${Bun.escapeHTML(text).replaceAll('\n', '<br>')}</p>`,
    ),
    quote &&
      `<blockquote style="margin: 0 0 16px; padding: 4px 0 4px 16px; border-left: 3px solid ${COLOURS.line}; color: ${COLOURS.soft}; white-space: pre-line">${Bun.escapeHTML(quote)}</blockquote>`,
    code &&
      `<p style="margin: 8px 0 24px; font-size: 36px; font-weight: 700; letter-spacing: 0.2em; font-variant-numeric: tabular-nums">${Bun.escapeHTML(code)}</p>`,
    action &&
      `<p style="margin: 8px 0 24px"><a href="${Bun.escapeHTML(action.url)}" style="display: inline-block; padding: 12px 20px; background: ${COLOURS.iris}; color: ${COLOURS.ink}; font-weight: 600; text-decoration: none; border-radius: 6px">${Bun.escapeHTML(action.label)}</a></p>`,
    aside && `<p style="margin: 0; font-size: 14px; color: ${COLOURS.soft}">${Bun.escapeHTML(aside)}</p>`,
  ]
  return `<!doctype html>
<html lang="en-AU">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${Bun.escapeHTML(letter.subject)}</title></head>
<body style="margin: 0; padding: 24px 12px; background: ${COLOURS.paper}; color: ${COLOURS.ink}; ${FONT}; font-size: 16px; line-height: 1.6">
<div style="max-width: 560px; margin: 0 auto">
<p style="margin: 0 0 12px; font-weight: 700">${Bun.escapeHTML(brand.siteName)}</p>
<div style="padding: 28px; background: ${COLOURS.raised}; border: 1px solid ${COLOURS.line}; border-top: 4px solid ${BARS[tone]}; border-radius: 8px">
${body.filter(Boolean).join('\n')}
</div>
<p style="margin: 16px 0 0; font-size: 13px; color: ${COLOURS.soft}">${Bun.escapeHTML(signature)}${unsubscribe ? ` · <a href="${Bun.escapeHTML(unsubscribe)}" style="color: inherit">${UNSUBSCRIBE}</a>` : ''}</p>
</div>
</body>
</html>`
}
