import { suite } from "uvu"
import * as assert from "uvu/assert"
import { acceptedLanguages } from "platen/sdk/kit"

const test = suite("sdk/language")

for (const [header, tags] of [
  [undefined, []],
  ["", []],
  ["*", []],
  ["zh-CN,zh;q=0.9,en;q=0.8", ["zh-CN", "zh", "en"]],
  ["en;q=0.5, de ; q=0.9 , fr", ["fr", "de", "en"]],
  ["en;q=0, de", ["de"]],
  ["en;q=x, de", ["de"]],
  ["en;level=1;Q=0.3,de;q=0.4", ["de", "en"]],
  ["<script>, en", ["en"]],
  [Array.from({ length: 50 }, () => "x;q=0").join(",") + ",en", []],
] as const)
  test(`it reads ${JSON.stringify(tags)} in "${String(header).slice(0, 40)}"`, () => {
    assert.equal(acceptedLanguages(header), tags)
  })

test.run()
