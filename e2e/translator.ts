import type { Page } from 'playwright-core'

/** Prefix of each translated text. */
export const TRANSLATED = '¡'

/**
 * Translates a page as Chrome does: in an isolated world, which shares only the document with the page's scripts, replaces each
 * text by two nested `<font>` elements with the translation. Also translates texts that appear later. `wrap` moves the text into them.
 */
export async function translate(page: Page, manner: 'replace' | 'wrap' = 'replace') {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.enable')
  await devtools.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${translatePage.toString()})(${JSON.stringify({ manner, sign: TRANSLATED })})`,
    worldName: 'translator',
  })
}

function translatePage({ manner, sign }: { manner: 'replace' | 'wrap'; sign: string }) {
  const SKIPPED = 'script, style, noscript, template, textarea, svg, font, [translate=no], .notranslate'

  function translateText(text: Text) {
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(SKIPPED)) return
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    const translation = text.data.replace(/^\s*/, spaces => spaces + sign)
    text.replaceWith(outer)
    if (manner === 'replace') inner.textContent = translation
    else {
      inner.append(text)
      text.data = translation
    }
  }

  function translateTree(root: Node) {
    const texts: Text[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    if (root instanceof Text) texts.push(root)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.forEach(translateText)
  }

  const observer = new MutationObserver(records => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') translateTree(target)
      for (const node of addedNodes) translateTree(node)
    }
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}
