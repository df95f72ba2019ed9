import type { SecretFinding } from './finding.ts';
import { matchesOf } from './matches.ts';
import { isPlaceholder } from './placeholders.ts';
import { hasDigit, isRandom, isSurelyRandom } from './strength.ts';
import { matchEnd } from './values.ts';

/**
 * Prefixes of keys, by kind. A number is the minimum of following characters, by default 16. `?`: other things have the
 * prefix too, so the rest must look like a key.
 */
const beginnings = {
  api_key: `crsr_ essu_ alcht_ lin_wh_ sm_? ctx7sk-? rpa_? dtn_? AQ.Ab:30 NNSXS. sk-ant-:10 sk-proj-:10 sk-svcacct-:10 sk-admin-:10 sk-or-:10 sk-? gsk_ r8_ xai-? pplx-? nvapi-? tvly-? csk-? jina_
lsv2_pt_ lsv2_sk_ pcsk_ wandb_v1_ e2b_ fw_? fc-? pa-? m0-? z_1? BSA? tgp_v1_ ABSK LTAI AKID:32 AQVN AIza:30 GOCSPX- dop_v1_ doo_v1_
dor_v1_ dapi? HRKU- vercel_ vcp_? vci_? vca_? vcr_? vck_? nfp_ rnd_? cfut_ cfat_ v1.0-? fly_? fo1_ fm1_ fm2_ napi_ tk-us- rdme_ pnu_ sbp_
sb_secret_ pscale_ mdb_sa_sk_ pul- NRAK- NRII- NRRA- hcaik_ hcxik_ dt0c01. phc_ phx_ phs_ bkua_ sqp_ squ_ sqa_ snyk_uat. AKCp? sgp_? CFPAT-
PMAK- figd_ lin_api_ ntn_ tfp_? fio-u- ico-? shpat_ shpss_ shpca_ shppa_ sq0atp- sq0csp- sq0idp- EAAA? SG.:30 xkeysib- xsmtpsib- key-?
re_? whsec_ shippo_live_ duffel_live_ duffel_test_ EZAK? EZTK? FLWSECK- FLWSECK_TEST- APP_USR- AQE? access_token$production$ rzp_live_:10
rzp_test_:10 sk_live_:10 sk_test_:10 rk_live_:10 rk_test_:10 pk_live_:10 pk_test_:10 esecret_? pat-na1-:30 pat-eu1-:30 GR1348941 SEC? glsa_ glc_
CLOJARS_ os_v2_app_ pdl_live_apikey_ pdl_sdbx_apikey_ secret-live-? secret-test-? cnvca? tr_prod_ tr_dev_ access-production- access-sandbox- mneme-key_`,
  token: `vk1.a.:40 y0_:40 ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glagent- gloas- glimt- glffct- ATBB? ATATT3
ATCTT3 ATTA? xoxa-:10 xoxb-:10 xoxc-:10 xoxd-:10 xoxe-:10 xoxe.xox:10 xoxo-:10 xoxp-:10 xoxr-:10 xoxs-:10 xapp-:10 hf_ npm_ pypi-:30 rubygems_
dckr_pat_ dckr_oat_ ya29. 1//0? hvs. hvb. hvr. dp.pt. dp.st. dp.ct. dp.scim. dp.audit. sntrys_ sntryu_ CCIPAT_ CCIPRJ_ tskey- ops_eyJ cmVmdGtuOj
sha256~:40 t1.?:80 sl.? EAAG? EAAB? EAAC? EAAD? oauth:? mfa.? sk.eyJ pk.eyJ IQoJb3JpZ2lu FwoGZXIvYXdz`,
  private_key: 'AGE-SECRET-KEY-1:40 nsec1:50 ncryptsec1:50',
} as const;

interface Beginning {
  kind: keyof typeof beginnings;
  fewest: number;
  isVague: boolean;
}

const known: ReadonlyMap<string, Beginning> = new Map(
  Object.entries(beginnings).flatMap(([kind, text]) =>
    text.split(/\s+/).map((entry) => {
      const [, prefix = '', vague, fewest] = /^(.*?)(\?)?(?::(\d+))?$/.exec(entry) ?? [];
      const isVague = vague !== undefined;
      const least = Number(fewest ?? (isVague ? 20 : 16));
      return [prefix, { kind: kind as Beginning['kind'], isVague, fewest: least }];
    }),
  ),
);

/** Words in keys that the list does not have: `polar_oat_`, `cal_live_`, `apify_api_`, `signkey-prod-`. */
const named =
  '(?:[A-Za-z0-9]{0,12}(?:key|token|secret)|[sr]k|pat|oat|pw|tkn|api|live|prod|auth|oauth)[_-]';
const beginning = new RegExp(
  `(?<![A-Za-z0-9])(?:${[...known.keys()]
    .sort((one, other) => other.length - one.length)
    .map((prefix) => prefix.replace(/[.$]/g, '\\$&'))
    .join('|')}|${named})`,
  'g',
);
const body = /[\w-]+(?:[.+/=~$]+[\w-]+)*={0,2}/y;
/** Enough characters to see whether a machine made it. */
const enough = 80;

/** Keys and tokens recognised by their first characters. */
export function findByPrefix(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  let end = 0;
  for (const { 0: prefix, index } of matchesOf(text, beginning)) {
    const from = index + prefix.length;
    if (from >= end) end = matchEnd(body, text, from) ?? from;
    const value = text.slice(from, Math.min(end, from + enough));
    const { kind, fewest, isVague } = known.get(prefix) ?? {
      kind: 'api_key',
      fewest: 20,
      isVague: true,
    };
    const looksMade = isVague
      ? isSurelyRandom(value)
      : isRandom(value, { span: Math.min(16, fewest) }) ||
        (hasDigit(value) && /[A-Za-z0-9]{20}/.test(value));
    if (value.length < fewest || isPlaceholder(value) || !looksMade) continue;
    // Images, files and rows have hashes as names too.
    if (!known.has(prefix) && !/live|secret/.test(prefix) && /^[\da-f-]{1,39}$/.test(value))
      continue;
    const before = known.has(prefix)
      ? 0
      : (/[\w-]{0,24}$/.exec(text.slice(Math.max(0, index - 24), index))?.[0].length ?? 0);
    findings.push({ kind, start: index - before, end });
  }
  return findings;
}
