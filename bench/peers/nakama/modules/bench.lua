-- What the benchmark needs of Nakama's runtime: a board that adds scores up for a week, and a call that spends gems.
local nk = require("nakama")

nk.leaderboard_create("weekly", false, "desc", "incr", "0 0 * * 1", {}, true)

-- Takes 50 gems from the caller and writes a line of the wallet ledger, in one transaction of Nakama.
local function spend(context, _)
  local wallet = nk.wallet_update(context.user_id, { gems = -50 }, { reason = "streak freeze" }, true)
  return nk.json_encode({ gems = wallet.gems })
end
nk.register_rpc(spend, "spend")

-- Does nothing: what a call of the runtime costs by itself.
nk.register_rpc(function() return "{}" end, "nothing")
