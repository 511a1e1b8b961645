// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SoulboundToken} from "./SoulboundToken.sol";

/// Something that its holder once managed to do. What was done stays done: it cannot be revoked.
contract AchievementBadge is SoulboundToken {
    constructor(
        address admin,
        address minter
    ) SoulboundToken("Lyceum Achievement Badge", "LYBADGE", admin, minter) {}
}
