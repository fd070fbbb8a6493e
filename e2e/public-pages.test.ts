import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

import { readHtml } from '#api/audits/page/read-html.ts'
import { brand, fullWeekPrice, offer, plans, terms } from '#shared/brand.ts'
import { anotherShop, ladder, withTax } from '#shared/prices.ts'
import { publicPaths } from './public-paths.ts'
import { openTestbed } from './testbed.ts'
import { EVERY_APPEARANCE } from './visitor.ts'

/** Headings of the pages whose texts aren't the agency's own. */
const HEADINGS: Record<string, string> = {
  '/': 'Your business, seen all week.',
  '/about': 'Clever, watchful, and heard from afar.',
  '/book': 'Let’s talk.',
  '/contact': 'Ask us anything.',
  '/audit': 'Does your website send customers away?',
  '/have-us-do-it': 'Have us do it.',
  '/privacy-policy': 'Privacy Policy',
  '/termsandconditions': 'Terms of Service',
  '/upgrade': 'As much help as you want.',
  '/guide': 'User Guide',
  '/tutorials': 'Tutorials',
  '/data-deletion': 'Delete your data',
  '/reset-password/some-token': 'Reset Password',
}
const RESET = '/reset-password/some-token'
/** Widths from a phone to a large screen. 320 and 640 are those of a desktop at 400 % and 200 % zoom. */
const WIDTHS = [320, 390, 640, 768, 1280, 1920]
/** `verify` takes the narrowest phone and a laptop. `APPEARANCES=all` takes all of them. */
const IN_VERIFY = [320, 1280]
const widths = WIDTHS.filter(width => EVERY_APPEARANCE || IN_VERIFY.includes(width))

/** Minimum width and height of a touch target, in pixels. */
const MIN_TOUCH_TARGET_PX = 44

const testbed = openTestbed()

/** Returns the paths of the sitemap's pages, and of the page of mailed links. */
async function allPaths(): Promise<string[]> {
  const listed = await publicPaths(testbed.url)
  expect(listed).toEqual(expect.arrayContaining(Object.keys(HEADINGS).filter(path => path !== RESET)))
  return [...listed, RESET]
}

/** Returns the rules of a page's own style sheets, or of those that its forms bring along. */
const cssOf = (page: Page, sheets: 'styleSheets' | 'adoptedStyleSheets') =>
  page.evaluate(
    sheets =>
      [...document[sheets]].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join(''),
    sheets,
  )

test('gives every public page a title, fits it to every width, and styles it completely before the forms’ style sheet arrives', async () => {
  await testbed.visit('public-pages', { viewport: 'desktop' }, async ({ page, faults }) => {
    let forms = ''
    for (const path of await allPaths()) {
      const prerendered = await page.goto(testbed.url + path, { waitUntil: 'domcontentloaded' })
      const heading = page.getByRole('heading', { level: 1 })
      expect([path, await heading.innerText()]).toEqual([path, expect.stringMatching(HEADINGS[path] ?? /\S/)])
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        const overflow = await page.evaluate(() =>
          Math.max(0, document.documentElement.scrollWidth - innerWidth),
        )
        expect({ path, width, overflow }).toEqual({ path, width, overflow: 0 })
      }
      const used = await page.evaluate(
        html => [
          ...new Set(
            [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('body [class]')].flatMap(
              ({ classList }) => [...classList].map(name => CSS.escape(name)),
            ),
          ),
        ],
        await prerendered!.text(),
      )
      const own = await cssOf(page, 'styleSheets')
      if (!forms) {
        await page.locator('[data-opens="sign-in"]:visible').first().click()
        await page.getByRole('dialog').waitFor()
        forms = await cssOf(page, 'adoptedStyleSheets')
      }
      const has = (css: string, name: string) =>
        new RegExp(`\\.${RegExp.escape(name)}(?![\\w\\\\-])`).test(css)
      const missing = used.filter(name => has(forms, name) && !has(own, name))
      expect({ path, missing }).toEqual({ path, missing: [] })
    }
    expect(faults).toEqual([])
  })
})

test('gives every public page its own URL, description and share preview, with a space between words', async () => {
  const seen = new Set<string>()
  for (const path of await allPaths()) {
    const html = await (await fetch(testbed.url + path)).text()
    const content = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
    const facts = [
      content(/<title>([^<]+)</),
      content(/<meta name="description" content="([^"]+)"/),
      content(/<link rel="canonical" href="([^"]+)"/),
    ]
    expect([path, /[\p{L},.;:]<(a|strong|code)[ >]/u.exec(html)?.[0]]).toEqual([path, undefined])
    for (const fact of facts) {
      expect([path, fact]).not.toEqual([path, ''])
      expect([path, fact, seen.has(fact)]).toEqual([path, fact, false])
      seen.add(fact)
    }
    const picture = new URL(content(/<meta property="og:image" content="([^"]+)"/)).pathname
    const drawn = await fetch(testbed.url + picture)
    expect([path, drawn.status, drawn.headers.get('Content-Type')]).toEqual([path, 200, 'image/png'])
  }
})

/** Types of the structured data on each kind of page, in schema.org's terms. */
const FACTS: [path: RegExp, types: string[]][] = [
  [/^\/$/, ['LocalBusiness', 'WebSite', 'FAQPage']],
  [/^\/services$/, ['Service', 'BreadcrumbList']],
  [/^\/services\/./, ['Service', 'BreadcrumbList']],
  [/^\/faq$/, ['FAQPage', 'BreadcrumbList']],
  [/^\/audit$/, ['WebApplication', 'BreadcrumbList']],
  [/^\/book$/, ['Service', 'BreadcrumbList']],
  [/^\/blog\/(?!category\/)/, ['Article', 'BreadcrumbList']],
  [/^\/(people|blog|(blog\/category|cases|places).*)$/, ['BreadcrumbList']],
  [/./, []],
]

test('describes each page to search engines in structured data, and its posts in a feed', async () => {
  const paths = await publicPaths(testbed.url)
  for (const path of paths) {
    const html = await (await fetch(testbed.url + path)).text()
    const [, json = '{}'] = /<script type="application\/ld\+json">([^<]+)/.exec(html) ?? []
    const { '@graph': things = [] } = JSON.parse(json) as { '@graph'?: { '@type': string }[] }
    const types = [...new Set(things.map(thing => thing['@type']))]
    expect([path, types]).toEqual([path, FACTS.find(([pattern]) => pattern.test(path))![1]])
  }
  const feed = await (await fetch(`${testbed.url}/blog/rss.xml`)).text()
  expect(feed.match(/<item><title>(?!Sample: )/)).toBeNull()
  const items = [...feed.matchAll(/<item>.*?<link>([^<]+)<\/link>/gs)].map(
    ([, link = '']) => new URL(link).pathname,
  )
  expect(items).toEqual(paths.filter(path => /^\/blog\/(?!category\/)/.test(path)))
})

test('fills in every fact that a text names, marks samples in titles too, and dates whatever has a date', async () => {
  const sitemap = await (await fetch(`${testbed.url}/sitemap.xml`)).text()
  for (const path of [...(await allPaths()), '/blog/rss.xml', '/manifest.webmanifest']) {
    const html = await (await fetch(testbed.url + path)).text()
    const text = html.replaceAll(/<(style|script(?! type="application\/ld))[^]*?<\/(style|script)>/g, '')
    expect([path, /(?<!\w)\{\w+\}/.exec(text)?.[0]]).toEqual([path, undefined])
    const isSample =
      /^\/(blog\/(?!category)|cases\/|places\/|services\/)/.test(path) &&
      /<main[^]*?>\s*Sample\s*<\/span>[^]*?<div class="written/.test(html)
    if (isSample) expect(html).toContain('<title>Sample: ')
    const date = /"dateModified":"([^"]+)"/.exec(html)?.[1]
    if (date) expect(sitemap).toContain(`${path}</loc><lastmod>${date}</lastmod>`)
  }
  for (const path of ['/', '/about', '/faq', '/upgrade', '/services', '/cases', '/blog'])
    expect(sitemap).toMatch(new RegExp(`${path}</loc><lastmod>\\d{4}-`))
  const scripts = new Bun.Glob('dist/**/*.js').scanSync()
  for (const path of scripts)
    for (const text of [plans[0].points[0]!, terms.cancelling])
      expect([path, (await Bun.file(path).text()).includes(text)]).toEqual([path, false])
})

test('ends every page for visitors with the two ways to begin, and an e-mail that breaks at its @', async () => {
  for (const path of await publicPaths(testbed.url)) {
    const html = await (await fetch(testbed.url + path)).text()
    const end = html.slice(html.lastIndexOf('<section', html.indexOf('<footer')), html.indexOf('<footer'))
    expect([path, [...end.matchAll(/data-mode="signup"|href="\/have-us-do-it"/g)].length]).toEqual([path, 2])
    // The e-mail in the footer's narrow column breaks there, not within a word.
    expect(html).toMatch(/<span class="inline-block">[^<@]+<\/span><span class="inline-block">@/)
  }
})

test('says what a full week costs wherever it names prices, and sells the agency before its tools', async () => {
  const pageAt = async (path: string) => (await fetch(testbed.url + path)).text()
  for (const path of ['/', '/upgrade', '/services', '/services/account-management', '/about', '/faq'])
    expect([path, await pageAt(path)]).toEqual([path, expect.stringContaining(`$${fullWeekPrice} a month`)])
  const home = await pageAt('/')
  expect(home).toContain(`<title>${offer} in ${brand.regions[0]} · ${brand.siteName}</title>`)
  // Our own check of the page reads where we are and when we're open.
  expect(readHtml(home, testbed.url)).toMatchObject({ hours: { isMarked: true }, place: { isMarked: true } })
  const primary = [...home.matchAll(/<(a|button)(?=[^>]*\bbtn-primary\b)(?=[^>]*btn-(?:lg|sm))[^>]*>/g)].map(
    ([tag]) => tag,
  )
  expect(primary.slice(0, 2)).toEqual(
    Array.from({ length: 2 }, () => expect.stringContaining('href="/have-us-do-it"')),
  )
  for (const path of ['/', '/have-us-do-it', '/upgrade', '/cases', '/faq'])
    expect([path, await pageAt(path)]).toEqual([path, expect.stringContaining(terms.reference)])
  const plansPage = await pageAt('/upgrade')
  for (const { posts, price, includes } of ladder)
    for (const text of [`${posts} posts a week`, `${withTax(price)} with `, ...includes])
      expect(plansPage).toContain(text)
  for (const path of ['/upgrade', '/faq'])
    expect([path, await pageAt(path)]).toEqual([
      path,
      expect.stringContaining(`$${anotherShop?.price} a month`),
    ])
  for (const path of ['/', '/have-us-do-it'])
    for (const { price } of ladder)
      expect([path, await pageAt(path)]).toEqual([path, expect.stringContaining(`$${price}<`)])
  const order = [...plansPage.matchAll(/aria-labelledby="(posts-title|basic|prices-title)"/g)]
  expect(order.map(([, id]) => id)).toEqual(['posts-title', 'basic', 'prices-title'])
})

test('changes the hero’s word every two seconds until it is paused', async () => {
  await testbed.visit('hero', { viewport: 'desktop' }, async ({ page, faults }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.clock.install({ time: 0 })
    await page.goto(`${testbed.url}/`)
    await page.clock.pauseAt(60_000)
    const words = page.locator('h1 [data-word]')
    const count = await words.count()
    const shown = () => words.evaluateAll(all => all.findIndex(word => word.classList.contains('shown')))
    await page.clock.runFor(2000)
    const first = await shown()
    for (const turn of [1, 2, 3]) {
      await page.clock.runFor(2000)
      expect(await shown()).toBe((first + turn) % count)
    }
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.clock.runFor(10_000)
    expect(await shown()).toBe((first + 3) % count)
    expect(faults).toEqual([])
  })
})

test('shows signed-in visitors a link to the dashboard in place of the sign-in', async () => {
  await testbed.visit(
    'signed-in-home',
    { viewport: 'desktop', session: 'token' },
    async ({ page, faults }) => {
      await page.goto(`${testbed.url}/`)
      for (const name of ['Go to Dashboard', 'Try AI for Socials'])
        expect(await page.getByRole('link', { name }).first().getAttribute('href')).toBe('/dashboard')
      expect(await page.getByRole('button', { name: 'Sign In' }).isVisible()).toBe(false)
      await page.evaluate(() => localStorage.clear())
      await page.reload()
      await page.getByRole('button', { name: 'Sign In' }).waitFor()
      expect(await page.getByRole('link', { name: 'Go to Dashboard' }).isVisible()).toBe(false)
      expect(faults).toEqual([])
    },
  )
})

test('has header controls that are large enough to touch, and closes the phone menu after scrolling to the chosen section', async () => {
  await testbed.visit('phone-menu', { viewport: 'phone' }, async visitor => {
    const { page } = visitor
    await page.goto(`${testbed.url}/`)
    for (const control of await page.getByRole('banner').locator(':is(a, button):visible').all()) {
      const { height, width } = (await control.boundingBox())!
      expect(Math.min(height, width), await control.innerText()).toBeGreaterThanOrEqual(MIN_TOUCH_TARGET_PX)
    }
    // The narrowest page: 320 pixels, of which a scroll bar takes 15.
    await page.setViewportSize({ width: 320, height: 700 })
    for (const session of ['', 'in']) {
      const rows = await page.getByRole('banner').evaluate((header, session) => {
        document.documentElement.style.width = '305px'
        document.documentElement.dataset['session'] = session
        const controls = [...header.querySelectorAll('a, button')].filter(each => each.checkVisibility())
        const middles = controls
          .map(each => each.getBoundingClientRect())
          .map(({ top, bottom }) => top + bottom)
        return new Set(middles.map(Math.round)).size
      }, session)
      expect([session, rows]).toEqual([session, 1])
    }
    await page.reload()
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await menu.getByRole('link', { name: 'What’s New' }).waitFor()
    await visitor.expectAccessible('the phone menu')
    await menu.getByRole('link', { name: 'What’s New' }).click()
    await menu.waitFor({ state: 'hidden' })
    await page.waitForURL('**/#whats-new')
    await page.getByRole('heading', { name: 'What’s new' }).waitFor()
    await page.goto(`${testbed.url}/`)
    await page.getByRole('heading', { name: 'What’s new' }).waitFor({ state: 'hidden' })
    expect(visitor.faults).toEqual([])
  })
})

test('redirects an unknown path to the home page with a word about it, reports an unknown deletion code, and opens the sign-up from Join the Ride', async () => {
  await testbed.visit('unknown-path', { viewport: 'desktop' }, async visitor => {
    const { page } = visitor
    await page.goto(`${testbed.url}/nothing/here`)
    expect(new URL(page.url()).pathname).toBe('/')
    const note = page.getByText('There is nothing at that address,')
    await note.waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await note.waitFor({ state: 'hidden' })
    await page.goto(`${testbed.url}/about`)
    await page.getByRole('link', { name: 'Home' }).first().click()
    await page.waitForURL(`${testbed.url}/`)
    await page.waitForLoadState()
    expect(await note.isVisible()).toBe(false)
    await page.goto(`${testbed.url}/index.html`)
    await page.waitForLoadState()
    expect(await note.isVisible()).toBe(false)
    // The page that an edge host shows.
    const body = readFileSync('dist/404.html', 'utf8')
    await page.route('**/gone', route => route.fulfill({ contentType: 'text/html', body }))
    await page.goto(`${testbed.url}/gone`)
    await page.waitForURL(`${testbed.url}/`)
    await note.waitFor()
    await page.goto(`${testbed.url}/about`)
    await page.getByRole('button', { name: 'Join the Ride' }).click()
    await page.getByRole('textbox', { name: 'Full name' }).last().waitFor()
    await page.goto(`${testbed.url}/upgrade`)
    await page.getByRole('banner').getByRole('button', { name: 'Start free' }).click()
    await page.getByRole('dialog', { name: 'Create your account' }).waitFor()
    expect(visitor.faults).toEqual([])
    // The api responds with an error.
    await page.goto(`${testbed.url}/data-deletion?code=nothing-like-it`)
    await page.getByText('No deletion has this code. Please check it.').waitFor()
  })
})

test('lays out a whole page without scrolling, and keeps the position after a reload or an anchor link', async () => {
  await testbed.visit('unfolding', { viewport: 'phone' }, async ({ page, faults }) => {
    const heightOf = (selector: string) =>
      page.waitForFunction(
        selector =>
          [...document.querySelectorAll<HTMLElement>(selector)].every(part => part.style.contentVisibility) &&
          document.documentElement.scrollHeight,
        selector,
      )
    await page.goto(`${testbed.url}/`)
    const whole = await (await heightOf('main > section ~ section, footer')).jsonValue()
    await page.evaluate(() => scrollTo(0, 3000))
    await page.reload()
    await page.waitForFunction(() => scrollY === 3000)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(whole as number)

    await page.goto(`${testbed.url}/about`)
    await page.goto(`${testbed.url}/#website99`)
    await page.waitForFunction(() => {
      const { top } = document.getElementById('website99')!.getBoundingClientRect()
      return top >= 0 && top < 100
    })
    expect(faults).toEqual([])
  })
})

test('shows every page without scripts, with an e-mail address in place of its form', async () => {
  const context = await testbed.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of await allPaths()) {
    await page.goto(testbed.url + path, { waitUntil: 'domcontentloaded' })
    await page.getByRole('heading', { level: 1, name: HEADINGS[path] }).waitFor()
    await page.getByRole('contentinfo').getByText('©').waitFor()
    await page.getByText(/Forms need JavaScript\. Without it.*hello@currawong\.example/).waitFor()
    if (await page.locator('form').count())
      await page
        .getByText(/needs JavaScript.*hello@currawong\.example/)
        .first()
        .waitFor()
  }
  await context.close()
})

test('shows each post of a case’s month when its day is pressed, without scripts, too', async () => {
  const context = await testbed.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of ['/', '/cases/crumb-and-co']) {
    await page.goto(testbed.url + path, { waitUntil: 'domcontentloaded' })
    const month = page.getByRole('radiogroup', { name: 'Posts of May 2026' })
    const post = month.getByRole('article')
    expect(await post.innerText()).toContain('35 orders by noon.')
    await month.getByText('5', { exact: true }).click()
    expect(await post.innerText()).toMatch(/Tue 5 May, 6:15 am[^]*scroll day[^]*on Facebook and Instagram\./)
    await month.getByText('12', { exact: true }).click()
    await page.keyboard.press('ArrowRight')
    expect(await post.innerText()).toContain('Never went out. The owner stopped it')
  }
  await context.close()
})

test('lets later sections arrive in 800 to 1000 ms as they are scrolled to, unless reduced motion is asked for', async () => {
  await testbed.visit('arrivals', { viewport: 'phone' }, async ({ page, faults }) => {
    const arrivals = async () => {
      await page.goto(`${testbed.url}/`)
      await page.waitForFunction(
        () => document.querySelector('footer')?.style.contentVisibility === 'visible',
      )
      // The observer is there one painted frame after the last part.
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))))
      return page.evaluate(async () => {
        document.getElementById('process')!.scrollIntoView({ behavior: 'instant' })
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))
        return [...document.querySelectorAll('#process > *')].flatMap(part =>
          part.getAnimations().map(({ effect }) => effect?.getTiming().duration),
        )
      })
    }
    expect(await arrivals()).toEqual([])
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await arrivals()).toEqual([900])
    expect(faults).toEqual([])
  })
})

test('fades from page to page unless less motion is asked for, and plays the film of an approval when asked to', async () => {
  await testbed.visit('motion', { viewport: 'phone' }, async ({ page, faults }) => {
    const film = page.locator('video')
    const isPlaying = () => film.evaluate((video: HTMLVideoElement) => !video.paused || video.currentTime > 0)
    await page.addInitScript(() =>
      addEventListener('pagereveal', event =>
        sessionStorage.setItem('fades', String('viewTransition' in event && event.viewTransition !== null)),
      ),
    )
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      await page.emulateMedia({ reducedMotion })
      await page.goto(`${testbed.url}/`)
      expect(await film.getAttribute('poster')).toBeNull()
      await film.scrollIntoViewIfNeeded()
      await page.locator('video[poster="/product/approve-light.webp"]').waitFor()
      expect(await isPlaying()).toBe(false)
      const start =
        reducedMotion === 'reduce'
          ? page.getByRole('button', { name: 'Play the film' })
          : page.getByRole('link', { name: 'Watch somebody do it' })
      await start.click()
      await page.waitForFunction(() => {
        const video = document.querySelector('video')
        return video !== null && video.currentTime > 0
      })
      await page.getByRole('button', { name: 'Pause the film' }).click()
      await page.getByRole('button', { name: 'Play the film' }).waitFor()
      await page.evaluate(() => sessionStorage.removeItem('fades'))
      await page.getByRole('link', { name: 'Check it free' }).click()
      await page.waitForURL('**/audit')
      // The page may be revealed after it has loaded.
      await page.waitForFunction(() => sessionStorage.getItem('fades') !== null)
      const fades = await page.evaluate(() => sessionStorage.getItem('fades'))
      expect([reducedMotion, fades]).toEqual([reducedMotion, String(reducedMotion !== 'reduce')])
    }
    // A page that doesn't fade in, and a fade that another navigation cuts short, are no errors.
    await page.goto(`${testbed.url}/`)
    await page.getByRole('link', { name: 'See a sample report' }).first().click()
    await page.waitForURL('**/sample-report')
    await page.goto(`${testbed.url}/faq`)
    await page.evaluate(() => {
      location.assign('/about')
      setTimeout(() => location.assign('/contact'))
    })
    await page.waitForURL('**/contact')
    expect(faults).toEqual([])
  })
})

test('chooses the service that a link asked about, or the first one', async () => {
  await testbed.visit('contact-topics', { viewport: 'desktop' }, async ({ page, faults }) => {
    // The page's script fills them in after its HTML is there.
    const expectForm = (...values: [service: string, message: string]) =>
      page.waitForFunction(
        ([service, message]) =>
          document.querySelector('select')?.value === service &&
          document.querySelector('textarea')?.value === message,
        values,
      )
    await page.goto(`${testbed.url}/`)
    await page.getByRole('link', { name: 'Ask about a campaign' }).click()
    await page.waitForURL('**/have-us-do-it?service=*')
    await expectForm('Campaign strategy and planning', '')
    await page.getByRole('banner').getByRole('link', { name: 'Have us do it' }).click()
    await page.waitForURL('**/have-us-do-it')
    await expectForm('Social media account management', '')
    await page.goto(`${testbed.url}/contact?about=more-accounts`)
    await expectForm('other', 'I’d like more social accounts. How many I need:')
    await page.goto(`${testbed.url}/contact?about=constructor`)
    await expectForm('other', '')
    await page.goto(`${testbed.url}/have-us-do-it?service=Nonsense&posts=3`)
    await expectForm('other', '')
    await page.getByRole('radio', { name: '3 for $690 a month', checked: true }).waitFor()
    await page.goto(
      `${testbed.url}/have-us-do-it#businessName=Harbour+Bakehouse&trade=Bakery&suburb=Brunswick`,
    )
    await expectForm(
      'Social media account management',
      'I liked the first week that you drew for us (Bakery, Brunswick).',
    )
    expect(await page.getByLabel('Company (optional)').inputValue()).toBe('Harbour Bakehouse')
    expect(faults).toEqual([])
  })
})
