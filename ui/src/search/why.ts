// Why a result stands where it stands, in a few words.
import { count } from '../library/words'
import type { Hit } from '../types/model'

const plurals = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const place = (rank: number) => `${rank}${endings[plurals.select(rank)] ?? 'th'}`
const share = (part: number) => `${Math.round(100 * part)} %`

/** What each stage of the search says of the result's page, the weightiest first. */
export function reasons({ why }: Hit): string[] {
  const { lexicalRank, denseRank, similarity, coverage, met, linked, called } = why
  const alike = similarity === null ? '' : `, ${share(Math.max(0, similarity))} alike`
  const said = [
    called && 'called just like the question',
    lexicalRank !== null && `${place(lexicalRank)} by words`,
    denseRank !== null && `${place(denseRank)} by meaning${alike}`,
    coverage !== null && coverage > 0 && `holds ${share(coverage)} of the words`,
    met !== null && `meets ${share(met)} of the question word by word`,
    linked > 0 && `linked from ${count(linked, 'page')}`,
  ].filter((reason) => reason !== false)
  return lexicalRank === null && denseRank === null ? ['found by its title or headings', ...said] : said
}
