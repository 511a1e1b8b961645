// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BatchToken} from "./BatchToken.sol";

/// Gems. They belong to their holder, who may pass them on.
contract GemToken is BatchToken {
    constructor(address admin, address minter) BatchToken("Lyceum Gem", "GEM", admin, minter) {}
}
