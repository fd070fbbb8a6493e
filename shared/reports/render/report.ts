import { brand } from '#shared/brand.ts'
import { hasConversation } from '#shared/insights.ts'
import { brandStyle, MARK_ALT } from '#shared/reports/brand.ts'
import { LISTED_POSTS, REPORT_POSTS, type ReportContent } from '#shared/reports/report.ts'
import { cityOf } from '#shared/zone-names.ts'
import { Html, html } from './html.ts'
import { momentLabel, monthLabel } from './labels.ts'
import { conversationSection } from './sections/conversation.ts'
import { accountsSection, hasFigures, websiteScoresSection } from './sections/growth.ts'
import { keyFiguresSection } from './sections/key-figures.ts'
import { planSection } from './sections/plan.ts'
import { bestPostsSection, publishedPostsSection } from './sections/posts.ts'
import { presenceSections } from './sections/presence.ts'
import { PAGE_STYLE, REPORT_STYLE } from './style.ts'

/** Content security policy of a report's page: everything is inline, and no script runs. */
export const REPORT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'"

/** A report's content, with the note of the person who releases it. */
type RenderedReport = { content: ReportContent; note: string }

/**
 * Renders a report as one `article`, for a page that includes `REPORT_STYLE` and its `brandStyle`. All texts are escaped.
 * @param logo URL of the agency's logo, if it has one
 */
export const reportArticle = (report: RenderedReport, logo?: string): string => article(report, logo).markup

/** Maximum numbers of items, and of the note's characters, for one sheet of A4. */
const SHORT = { posts: 3, accounts: 3, charts: 2, note: 200 }

/** Number of posts that the section with ratings and answers displaces. */
const POSTS_DISPLACED = 2

/** Maximum number of planned posts beside a long list of published posts. */
const ROOMY_PLAN = 5

const isShort = ({ content: { posts, plan, accounts, presence = [], conversation }, note }: RenderedReport) =>
  presence.length === 0 &&
  !(conversation && hasConversation(conversation)) &&
  posts.listed.length <= SHORT.posts &&
  plan.listed.length <= SHORT.posts &&
  accounts.length <= SHORT.accounts &&
  accounts.filter(hasFigures).length <= SHORT.charts &&
  note.length <= SHORT.note &&
  !note.includes('\n')

/** Renders one sheet of A4 for a short report, otherwise two. */
function article(report: RenderedReport, logo: string | undefined): Html {
  const { content, note } = report
  const first = html`<header>
      <p class="brand">${markOf(content, logo)}</p>
      <p class="kind">Monthly report</p>
      <h1>${content.business}<span>${monthLabel(content.month)}</span></h1>
    </header>
    ${content.sample && html`<p class="sample"><strong>Sample.</strong> This business, its posts and its figures are made up.</p>`}
    ${note !== '' && html`<blockquote class="personal">${note}</blockquote>`} ${keyFiguresSection(content)}
    ${accountsSection(content)} ${presenceSections(content)}`
  if (isShort(report))
    return html`<article class="report">
      <div class="sheet">
        ${first}
        <div class="columns wide">
          <div class="stack">
            ${publishedPostsSection(content, SHORT.posts)}${websiteScoresSection(content)}
          </div>
          ${bestPostsSection(content, false)}
        </div>
        ${planSection(content)} ${footer(content)}
      </div>
    </article>`
  const hasManyCharts = content.accounts.filter(hasFigures).length > SHORT.charts
  const said = conversationSection(content)
  const hasRoom = !hasManyCharts && content.plan.listed.length <= ROOMY_PLAN
  const [best, website] = [bestPostsSection(content, true), websiteScoresSection(content)]
  return html`<article class="report">
    <div class="sheet">${first} ${hasManyCharts ? website : best}</div>
    <div class="sheet">
      ${hasManyCharts && best}
      ${publishedPostsSection(content, (hasRoom ? LISTED_POSTS : REPORT_POSTS) - (said ? POSTS_DISPLACED : 0))}
      ${!hasManyCharts && website} ${said} ${planSection(content)} ${footer(content)}
    </div>
  </article>`
}

const footer = (content: ReportContent) =>
  html`<footer>
    <p>
      Prepared on ${momentLabel(content.preparedAt, content.timeZone)}. Times are those of
      ${cityOf(content.timeZone)}. The figures are the networks’ own; where one is missing, it wasn’t shared.
    </p>
    <p>${brand.company} · ${brand.email} · ${brand.website.replace('https://', '')}</p>
  </footer>`

function markOf({ brand: look }: ReportContent, logo: string | undefined): Html {
  if (look?.mark) return html`<img src="${look.mark}" alt="${MARK_ALT}" />`
  const icon = logo ? html`<img src="${logo}" alt="" width="28" height="28" />` : WORDMARK
  return html`${icon} ${brand.siteName}`
}

const WORDMARK = html`<svg viewBox="0 0 48 48" width="22" height="22" aria-hidden="true">
  <rect width="48" height="48" rx="11" class="ink" />
  <circle cx="24" cy="24" r="14" class="iris" />
  <circle cx="26" cy="22" r="6.5" class="ink" />
  <circle cx="28.5" cy="19.5" r="2" class="paper" />
</svg>`

const DOORS = html`<aside class="doors">
  <p>Would you like a report like this for your business?</p>
  <a href="/have-us-do-it">Have us do it</a> <a href="/#tools">Do it yourself, free</a>
</aside>`

/**
 * Renders a report as a page of its own, which prints on one or two sheets of A4.
 * @param fonts `@font-face` rules for Figtree and Familjen Grotesk
 * @param logo the agency's logo as a data URL, if it has one
 * @param download URL of the PDF, if there is one
 * @param visitors true on the public site, to add links to the home page and the offers
 */
export const reportPage = (
  report: RenderedReport,
  {
    fonts = '',
    logo,
    download,
    visitors = false,
  }: { fonts?: string; logo?: string | undefined; download?: string | undefined; visitors?: boolean } = {},
): string =>
  `<!doctype html>
${
  html`<html lang="en-AU">
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content="${REPORT_POLICY}" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>${report.content.business}: report for ${monthLabel(report.content.month)}</title>
      <style>
        ${new Html(fonts + brandStyle(report.content.brand) + PAGE_STYLE + REPORT_STYLE)}
      </style>
    </head>
    <body>
      ${visitors && html`<nav class="way"><a href="/">← ${brand.siteName}</a></nav>`}
      <main>${article(report, logo)}</main>
      ${visitors && DOORS}
      ${download && html`<p class="download"><a href="${download}">Download as PDF</a></p>`}
    </body>
  </html>`.markup
}`
