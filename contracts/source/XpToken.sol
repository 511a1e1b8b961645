// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BatchToken} from "./BatchToken.sol";

/// Experience. It is earned and it can be taken back, but it cannot be given away or sold.
contract XpToken is BatchToken {
    error NonTransferable();

    constructor(address admin, address minter) BatchToken("Lyceum XP", "XP", admin, minter) {}

    function approve(address, uint256) public pure override returns (bool) {
        revert NonTransferable();
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (from != address(0) && to != address(0)) revert NonTransferable();
        super._update(from, to, amount);
    }
}
