// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Issuer} from "./Issuer.sol";

/// An ERC-20 whose amounts follow a ledger: many accounts a transaction, each transaction once.
abstract contract BatchToken is ERC20, Issuer {
    bytes32 public constant BURNER_ROLE = keccak256("BURNER_ROLE");

    constructor(
        string memory name,
        string memory symbol,
        address admin,
        address minter
    ) ERC20(name, symbol) Issuer(admin, minter) {
        _grantRole(BURNER_ROLE, minter);
    }

    function mintBatch(
        bytes32 ref,
        address[] calldata accounts,
        uint256[] calldata amounts
    ) external onlyRole(MINTER_ROLE) whenNotPaused once(ref) {
        _sameLength(accounts.length, amounts.length);
        for (uint256 index = 0; index < accounts.length; index++) _mint(accounts[index], amounts[index]);
    }

    function burnBatch(
        bytes32 ref,
        address[] calldata accounts,
        uint256[] calldata amounts
    ) external onlyRole(BURNER_ROLE) whenNotPaused once(ref) {
        _sameLength(accounts.length, amounts.length);
        for (uint256 index = 0; index < accounts.length; index++) _burn(accounts[index], amounts[index]);
    }
}
